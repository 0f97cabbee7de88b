set -eu
. "$(dirname "$0")/../prepare.sh"
begin_repository
printf 'export const add = (a, b) => a + b;\n' >src/add.mjs
commit 'Add two numbers'
inkling import git . >/dev/null
start_daemon
