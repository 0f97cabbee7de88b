import type { Problem } from 'inkling/contract/endpoint';

/** Why the daemon refused or failed: its code, one sentence, and the way out. */
export class ProblemError extends Error {
  readonly code: string;
  readonly status: number;
  readonly hint: string | null;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, problem: Problem['error'] | null) {
    super(problem?.message ?? 'The daemon does not answer.');
    this.name = 'ProblemError';
    this.status = status;
    this.code = problem?.code ?? 'daemon-unavailable';
    this.hint = problem?.hint ?? (status === 0 ? 'Is it running? Look with `inkling status`.' : null);
    this.details = problem?.details ?? {};
  }
}
