#!/bin/sh
# Inkling's hook command: hands a hook of an agent's client to the daemon and prints the answer.
#   hook.sh <client> <event>
# It never fails and never holds an agent up: whatever goes wrong, it ends with 0, and hook.log says why (`inkling doctor` reads it).

# Where data is usually. As for the daemon, a relative directory counts for nothing: it would be another place in every working directory.
data=${XDG_DATA_HOME-}
case $data in
  /*) ;;
  *)
    user=
    case ${HOME-} in /*) ;; *) user=$(id -un) ;; esac
    # A name with anything else in it, as a directory service may have them, would be a command.
    case $user in '' | *[!A-Za-z0-9._-]*) ;; *) eval "HOME=~$user" ;; esac
    data=/${HOME#/}/.local/share
    ;;
esac

# `inkling init` writes these five; the rest is the same everywhere.
state=${INKLING_DATA_DIR:-$data/inkling}
org=local
node=inkling
main=
start='up --detach'

# The home was moved, or mounted elsewhere: what came along is beside this script.
[ -d "$state" ] || [ ! -e "${0%/*}/daemon-token" ] || state=${0%/*}

client=${1:-unknown}
event=${2:-unknown}

case ${INKLING_OFF-} in '' | 0) ;; *) exit 0 ;; esac
# bash speaks to a socket by itself, without another process: 6 ms in place of curl's 20.
if [ -z "${BASH_VERSION-}" ] && [ -z "${INKLING_HOOK_PLAIN-}" ] && command -v bash >/dev/null 2>&1; then
  exec bash "$0" "$@"
fi
[ -z "${INKLING_HOOK_PLAIN-}" ] || BASH_VERSION=
# Lengths in bytes, and a point in the time, which bash writes as the user's language does.
LC_ALL=C
# bash knows the time since 5.0.
began=${EPOCHREALTIME:-$(date +%s)}
trap '' PIPE
trap 'exit 0' EXIT
trap 'note cut-off; exit 0' HUP INT TERM

# Seconds: a session's start may wait for its block, a tool call and the end of a turn for nothing.
starts=''
case $event in
  SessionStart | sessionStart | session-start) starts=yes patience=3 ;;
  *Tool* | *tool* | Stop | AfterAgent | afterAgentResponse) patience=0.4 ;;
  *) patience=1.2 ;;
esac
# It waits whole seconds only.
case ${BASH_VERSION-} in 3.*) case $patience in 3) ;; *) patience=1 ;; esac ;; esac
patience=${INKLING_HOOK_PATIENCE:-$patience}
# Seconds for which a daemon that did not answer is not asked again. The first time it may only be busy, as one is that has just started.
pause=${INKLING_HOOK_PAUSE:-5} first_pause=${INKLING_HOOK_PAUSE:-2}

# When it began and ended, who, what and how, one line a call.
note() {
  if [ -n "${EPOCHREALTIME-}" ]; then ended=$EPOCHREALTIME; else ended=$(date +%s); fi
  printf '%s %s %s %s %s\n' "$began" "$ended" "$client" "$event" "$1" 2>/dev/null >>"$state/hook.log"
}

# A daemon that hangs costs an agent one wait in a while, not one for each of its calls: the time until which it is left alone stands in a file.
is_paused() {
  until=0
  [ -e "$state/hook.pause" ] || return 1
  IFS= read -r until 2>/dev/null <"$state/hook.pause"
  case ${until-} in '' | *[!0-9]*)
    until=0
    return 1
    ;;
  esac
  left=$((until - ${EPOCHSECONDS:-$(date +%s)}))
  # More than that was written by a clock that has been set back.
  [ "$left" -gt 0 ] && [ "$left" -le "$pause" ]
}

# The daemon writes one key a line.
find_daemon() {
  url='' token=''
  while IFS= read -r line; do
    case $line in
      *'"url": "'*)
        url=${line#*'"url": "'}
        url=${url%%'"'*}
        ;;
    esac
  done 2>/dev/null <"$state/daemon.json"
  IFS= read -r token 2>/dev/null <"$state/daemon-token"
  [ -n "$url" ] && [ -n "$token" ]
}

# A start has waited for seconds: the next event, which waits less, tells whether the daemon hangs.
leave_alone() {
  now=${EPOCHSECONDS:-$(date +%s)}
  [ "$((now - until))" -lt 10 ] || pause=$first_pause
  [ -z "$starts" ] || pause=0
  printf '%s\n' "$((now + pause))" 2>/dev/null >"$state/hook.pause"
}

# Sets outcome and answer.
ask() {
  answer='' outcome=paused
  is_paused && return 0
  outcome=daemon-down
  find_daemon || return 0
  if [ -n "${BASH_VERSION-}" ]; then
    ask_by_socket
  elif command -v curl >/dev/null 2>&1; then
    ask_by_curl
  else
    outcome=no-curl
  fi
  case $outcome in
    too-late) leave_alone ;;
    ok | refused) [ ! -e "$state/hook.pause" ] || rm -f "$state/hook.pause" ;;
  esac
  return 0
}

send() {
  printf 'POST /v1/hooks/%s HTTP/1.0\r\nhost: %s\r\nauthorization: Bearer %s\r\ninkling-org: %s\r\ncontent-type: application/json\r\ncontent-length: %s\r\n\r\n%s' \
    "$client" "$address" "$token" "$org" "${#payload}" "$payload" 2>/dev/null
}

# HTTP/1.0: the answer comes in one piece and ends with the connection.
ask_by_socket() {
  address=${url#http://}
  host=${address%:*} port=${address##*:}
  host=${host#[} host=${host%]} port=${port%%/*}
  { exec 3<>"/dev/tcp/$host/$port"; } 2>/dev/null || return 0
  outcome=too-late
  # What sockets hold is taken also from a daemon that hangs. More is sent from beside, or writing would wait for it for ever.
  if [ "${#payload}" -le 65536 ]; then
    send >&3
    sender=
  else
    send >&3 &
    sender=$!
    disown "$sender"
  fi
  if IFS= read -r -t "$patience" -u 3 line; then
    outcome=refused
    case $line in *' 200 '*) outcome=ok ;; esac
    while IFS= read -r -t 1 -u 3 line && [ "$line" != "$cr" ]; do :; done
    [ "$outcome" != ok ] || answer=$(cat <&3)
  fi
  exec 3>&-
  [ -z "$sender" ] || kill "$sender" 2>/dev/null
}

# Without the user's .curlrc, and past a proxy of the environment, which knows nothing of this machine's own address.
# The token goes through a pipe: every user of the machine can read a command's arguments.
ask_by_curl() {
  answer=$(
    printf '%s' "$payload" | curl --disable --noproxy '*' --silent --fail --connect-timeout 1 --max-time "$patience" --data-binary @- \
      --header 'content-type: application/json' --header "inkling-org: $org" --config /dev/fd/4 \
      "$url/v1/hooks/$client" 4<<END
header = "authorization: Bearer $token"
END
  )
  case $? in
    0) outcome=ok ;;
    22) outcome=refused ;;
    28) outcome=too-late ;;
  esac
}

# Node may have moved: the one on the path runs the program as well.
can_start() {
  [ -n "$start" ] || return 1
  command -v "$node" >/dev/null 2>&1 || [ ! -f "$main" ] || node=node
  command -v "$node" >/dev/null 2>&1
}

# Beside the client, which does not wait for it, and apart from it: some end the process group of a hook with it. `set -m` gives it a group
# of its own before anything else happens, setsid (not on macOS) a session. Why it failed is in start.log (`inkling doctor` reads it).
start_daemon() {
  errors=/dev/null
  [ ! -w "$state" ] || errors=$state/start.log
  (
    set -m
    trap '' HUP
    export INKLING_DATA_DIR="$state"
    apart=$(command -v setsid)
    # shellcheck disable=SC2086 # several words
    ${apart:+"$apart"} "$node" ${main:+"$main"} $start &
  ) </dev/null >/dev/null 2>"$errors"
}

# The daemon that is being started hears of the session's start and its prompts when it is up, and has the block ready for a later event. Only
# the user can read the files. What no daemon took within a minute goes with the next one.
keep_for_daemon() {
  [ -n "$payload" ] && [ "${#payload}" -le 65536 ] || return 0
  [ -n "$starts" ] || [ -d "$state/missed" ] || return 0
  (
    umask 077
    mkdir -p "$state/missed"
    find "$state/missed" -type f -mmin +1 -exec rm -f {} +
    set -- "$state/missed"/*
    [ $# -lt 20 ] && printf '%s\n%s\n%s' "$client" "$org" "$payload" >"$state/missed/$began-$$"
  ) 2>/dev/null
}

say() {
  case $1 in
    '' | '{}') ;;
    # What a client takes as plain text only.
    '{"plain":"'*)
      plain=${1#'{"plain":"'}
      printf '%s\n' "${plain%'"}'}"
      ;;
    *) printf '%s\n' "$1" ;;
  esac
}

if [ -n "${BASH_VERSION-}" ]; then
  set +o posix
  printf -v cr '\r'
fi
# Not from /dev/stdin: what Node gives a child is a socket, which cannot be opened by a name.
# No more than the daemon takes, so that a stream without an end ends here.
most=8388608
payload=$(head -c "$((most + 1))")
if [ "${#payload}" -gt "$most" ]; then
  note too-large
  exit 0
fi

ask
if [ "$outcome" = daemon-down ] && can_start; then
  case ${starts:-$event} in yes | *rompt* | BeforeAgent) keep_for_daemon ;; esac
  [ -z "$starts" ] || start_daemon
fi
say "$answer"
note "$outcome"
exit 0
