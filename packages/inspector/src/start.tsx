import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

/** Draws the app. `problem` = why the code of the address did not let one in; null = it did, or there was none. */
export function draw(problem: Error | null): void {
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <App problem={problem} />
    </StrictMode>,
  );
}
