/**
 * The watcher, for any POSIX shell: it must be there, small, and quick to start. Lines on stdin: the token that all
 * programs carry, then `+ GROUP`; `= GROUP PID:START ...` when its leader has ended and these are left in it; `- GROUP`
 * when it is no more; and at last `quit`. When stdin ends without it, the plugin has: its groups, and on Linux whatever
 * else carries the token, are asked to end, and killed half a second later. A group without its leader is ours while one
 * of those that were left in it lives: its number may be given away after that.
 *
 * It survives what is meant for the plugin. One grep looks through all environments; where grep sees only up to the first
 * NUL byte (busybox), they are translated one by one.
 */
export const watcherScript = `
trap '' HUP INT QUIT TERM PIPE
LC_ALL=C
export LC_ALL
IFS= read -r token || exit 0
groups=' '
orphans=
forget() {
  case $groups in *" $group "*) groups="\${groups%% $group *} \${groups#* $group }" ;; esac
  kept=
  for orphan in $orphans; do
    case $orphan in "$group":*) ;; *) kept="$kept$orphan " ;; esac
  done
  orphans=$kept
}
while read -r change group left; do
  case $change in
    quit) exit 0 ;;
    +) groups="$groups$group " ;;
    -) forget ;;
    =)
      forget
      for process in $left; do orphans="$orphans$group:$process "; done
      ;;
  esac
done
lives() {
  [ -n "$2" ] || return 0
  began=$2
  { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 1
  set -- \${stat##*) }
  [ "\${20}" = "$began" ]
}
if printf 'a\\0b' | grep -q b; then
  carriers() { grep -ls -e "$token" /proc/[0-9]*/environ; }
else
  carriers() {
    for file in /proc/[0-9]*/environ; do
      tr '\\0' '\\n' <"$file" | grep -q -e "$token" && echo "$file"
    done
  }
fi
strike() {
  struck=
  for group in $groups; do kill "-$1" "-$group" && struck=yes; done
  for orphan in $orphans; do
    process=\${orphan#*:}
    lives "\${process%%:*}" "\${process#*:}" && kill "-$1" "-\${orphan%%:*}" && struck=yes
  done
  for file in $(carriers); do
    pid=\${file#/proc/}
    kill "-$1" "\${pid%/environ}" && struck=yes
  done
  [ -n "$struck" ]
}
strike TERM || exit 0
sleep 0.5
for again in 1 2 3 4 5; do
  strike KILL || exit 0
  sleep 0.1
done
`;
