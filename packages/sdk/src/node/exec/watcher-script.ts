/**
 * The watcher, for any POSIX shell: it must be there, small, and quick to start. Lines on stdin: the token that all
 * programs carry, then `+ GROUP`, `- GROUP` and at last `quit`. When stdin ends without it, the plugin has: its groups, and on Linux whatever else
 * carries the token, are asked to end, and killed half a second later.
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
while read -r change group; do
  case $change in
    quit) exit 0 ;;
    +) groups="$groups$group " ;;
    -) case $groups in *" $group "*) groups="\${groups%% $group *} \${groups#* $group }" ;; esac ;;
  esac
done
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
