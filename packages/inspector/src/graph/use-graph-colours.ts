import { useSyncExternalStore } from 'react';
import type { GraphColours } from './node-colour.ts';

const dark = window.matchMedia('(prefers-color-scheme: dark)');

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  dark.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    dark.removeEventListener('change', listener);
  };
}

let known: { readonly key: string; readonly colours: GraphColours } | null = null;

/** The colours of the style sheet, for what is drawn by the graphics card and not by it. The same object until they change. */
function read(): GraphColours {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const data = Array.from({ length: 8 }, (_, index) => colour(`--data-${index + 1}`));
  const colours = {
    ink: colour('--ink'),
    line: colour('--border-strong'),
    surface: colour('--surface'),
    faded: colour('--border'),
    data,
  };
  const key = JSON.stringify(colours);
  if (known?.key !== key) known = { key, colours };
  return known.colours;
}

/** The colours to draw with; another when the theme changes. */
export function useGraphColours(): GraphColours {
  return useSyncExternalStore(subscribe, read);
}
