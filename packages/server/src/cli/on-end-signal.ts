const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];

/** Calls back with the first Ctrl-C or polite kill; a second one ends the process at once, as if nobody listened. What is returned stops it. */
export function onEndSignal(heard: (signal: NodeJS.Signals) => void): () => void {
  const first = (signal: NodeJS.Signals): void => {
    dismiss();
    heard(signal);
  };
  const dismiss = (): void => {
    for (const name of SIGNALS) process.off(name, first);
  };
  for (const name of SIGNALS) process.on(name, first);
  return dismiss;
}
