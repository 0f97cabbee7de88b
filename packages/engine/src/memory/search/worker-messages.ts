import type { CancelledCalls } from '../../base/cancelled-calls.ts';
import type { IndexAnswer, IndexRequest } from './index-requests.ts';
import type { SearchSettings } from './search-settings.ts';

/** What the worker is born with. */
export interface SearchWorkerData {
  readonly settings: SearchSettings;
  readonly cancelled: CancelledCalls;
}

export interface SearchWorkerCall {
  readonly call: number;
  readonly request: IndexRequest;
}

export type SearchWorkerReply =
  | { readonly call: number; readonly answer: IndexAnswer }
  | { readonly call: number; readonly failure: string };
