# Sourced by the scaffolds: a repository in the run's folder, and a memory in the run's home. Both are gone with the run.

commit() { # commit <message> <body>
  git add --all
  git -c user.name=Ada -c user.email=ada@example.com commit --quiet -m "$1" ${2:+-m "$2"}
}

begin_repository() {
  git init --quiet --initial-branch=main
  mkdir -p src
  printf '# Gateway\n' >README.md
  commit 'Begin the gateway'
}

# Starts the daemon, and a watcher that ends it when the run's home is gone. Nothing of them may hold the scaffold's output open.
start_daemon() {
  pid=$(inkling up --detach --port 0 --json 2>/dev/null | sed -n 's/.*"pid": *\([0-9]*\).*/\1/p')
  [ -n "$pid" ] || { echo 'The daemon did not start.' >&2; exit 1; }
  nohup sh -c 'while [ -d "$1" ] && kill -0 "$2"; do sleep 1; done; kill "$2"' watcher "$HOME" "$pid" >/dev/null 2>&1 </dev/null &
}
