/** Listens for the signals that ask a process to end. */
export interface EndSignals {
  /** Resolves with the first of them; those before the call count. */
  readonly first: Promise<NodeJS.Signals>;
}

/** The first Ctrl-C or polite kill resolves; a second one ends the process at once, as if nobody listened. */
export function listenForEnd(): EndSignals {
  const { promise, resolve } = deferred<NodeJS.Signals>();
  const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];
  const heard = (signal: NodeJS.Signals): void => {
    for (const name of signals) process.off(name, heard);
    resolve(signal);
  };
  for (const name of signals) process.on(name, heard);
  return { first: promise };
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
