set -eu
. "$(dirname "$0")/../prepare.sh"
begin_repository
printf 'export const proxy = { timeoutMs: 30000 };\n' >src/payments-proxy.mjs
commit 'Call the payments proxy'
printf 'export const proxy = { timeoutMs: 7500 };\n' >src/payments-proxy.mjs
commit 'Give the payments proxy 7.5 seconds' \
  'The provider cuts every call at 8 seconds and then charges twice. Stay below 8 seconds, whatever the dashboard asks for.'
printf 'export const retries = 3;\n' >src/retries.mjs
commit 'Repeat failed webhooks three times'
inkling import git . >/dev/null
start_daemon
