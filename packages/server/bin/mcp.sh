#!/bin/sh
# Starts Inkling's MCP server for an agent's client, under a name that stays where Node or Inkling move.
#   mcp.sh [directory]    (default: the one that it was started in)

# `inkling init` writes these four; the rest is the same everywhere.
state=
org=local
node=node
main=

# The home was moved, or mounted elsewhere: what came along is beside this script.
[ -z "$state" ] || [ -d "$state" ] || state=$(cd "${0%/*}" && pwd)

if [ -n "${1-}" ] && [ -d "$1" ]; then cd "$1" || exit 1; fi
# An update of Node or of Inkling may have taken the program away: the one on the path does as well.
command -v "$node" >/dev/null 2>&1 || node=node
if [ -n "$main" ] && [ -f "$main" ] && command -v "$node" >/dev/null 2>&1; then
  exec "$node" "$main" mcp --org "$org" ${state:+--data-dir "$state"}
fi
exec inkling mcp --org "$org" ${state:+--data-dir "$state"}
