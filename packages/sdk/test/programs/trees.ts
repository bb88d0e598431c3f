/** Trees that are hard to end, with how they say that they are there. */
export const trees: Readonly<Record<string, string>> = {
  "a shell with children": "for i in 1 2 3; do sleep 60 & done; echo up; wait",
  "a shell that does not listen": "trap '' TERM INT HUP; echo up; while :; do sleep 0.1; done",
  "a pipeline": "echo up; yes | head -c 100G > /dev/null",
  "nested shells that do not listen": "trap '' TERM; echo up; sh -c 'trap \"\" TERM; sh -c \"sleep 60; :\"; :'",
  "a grandchild in a session of its own": "setsid sh -c 'trap \"\" TERM; sleep 60; :' & echo up; sleep 60",
  "an orphan in a session of its own": "setsid -f sh -c 'trap \"\" TERM; sleep 60; :' ; echo up; sleep 60",
  "a child without an environment": "env -i sh -c 'trap \"\" TERM; sleep 60; : MARK' & echo up; wait",
  "a stopped process": "sh -c 'kill -STOP $$' & echo up; sleep 60",
  "one that begets others": "trap '' TERM; echo up; while :; do sleep 0.05 & done",
};
