import { useSearchParams } from 'wouter';

/** What the address says behind its question mark, and a way to change it: a filter that is in the address can be kept and sent. */
export function useSearchState<Name extends string>(
  names: readonly Name[],
): [values: Readonly<Record<Name, string>>, set: (changes: Partial<Record<Name, string>>) => void] {
  const [search, setSearch] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<Name, string>;
  const set = (changes: Partial<Record<Name, string>>): void => {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes) as [string, string][]) {
          if (value === '') after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true },
    );
  };
  return [values, set];
}
