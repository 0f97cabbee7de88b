import { askEarly } from './api/early-answers.ts';
import { readCredentials } from './api/credentials.ts';
import { enterByCode, takeCodeFromAddress } from './api/enter-by-code.ts';
import { earlyQuestions } from './early-questions.ts';
import { viewCode, viewOf } from './view-code.ts';
import './styles/index.css';

// Small, and before everything else: what draws, the view's own code and what it shows are on their way side by side, not one behind the other.
const code = takeCodeFromAddress();
const entered = code === null ? null : enterByCode(code);
if (code === null) ask();
const start = import('./start.tsx');
const view = viewOf(location.pathname);
const seen = view === null ? null : viewCode[view]();

const problem = await entered;
if (code !== null) ask();
// With the view's code, so that the view is what is drawn first and no placeholder. When it cannot be had, the view says so itself.
await Promise.allSettled([seen]);
(await start).draw(problem);

function ask(): void {
  if (readCredentials() === null) return;
  const questions = earlyQuestions(location.pathname, new URLSearchParams(location.search), Date.now());
  questions.forEach(askEarly);
}
