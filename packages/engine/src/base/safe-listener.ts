/** Hears of a failure that was kept from the caller. */
export type ErrorListener = (error: unknown) => void;

/**
 * The listener as it can be called from anywhere: what it throws itself is dropped. It is called where a failure must go no
 * further (after a commit, in the background), and there is nobody left to tell. (Default: nobody listens)
 */
export function safeListener<Told = unknown>(listener: (told: Told) => void = () => undefined): (told: Told) => void {
  return (told) => {
    try {
      listener(told);
    } catch {
      return;
    }
  };
}
