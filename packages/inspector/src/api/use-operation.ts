import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useNotify } from '../ui/notify.ts';
import { call, type Answer, type OperationId, type Sent } from './call.ts';
import { takeEarly } from './early-answers.ts';

/** How an answer is kept. */
export interface ReadOptions<Data> {
  /** Asks again after this long, or as long as the last answer says. (Default: never) */
  readonly everyMs?: number | ((answer: Data) => number | false);
  /** (Default: true) */
  readonly enabled?: boolean;
  /** How long an answer is good without asking again. (Default: 2000) */
  readonly freshMs?: number;
}

/** Reads from the daemon, and keeps what was there before on screen while it asks again. */
export function useOperation<Id extends OperationId>(
  id: Id,
  sent: Sent<Id>,
  { everyMs, enabled = true, freshMs }: ReadOptions<Answer<Id>> = {},
): UseQueryResult<Answer<Id>> {
  return useQuery<Answer<Id>>({
    queryKey: [id, sent],
    queryFn: ({ signal }) => takeEarly(id, sent) ?? call(id, sent, signal),
    placeholderData: keepPreviousData,
    enabled,
    ...(everyMs === undefined ? {} : { refetchInterval: intervalOf(everyMs) }),
    ...(freshMs === undefined ? {} : { staleTime: freshMs }),
  });
}

function intervalOf<Data>(
  everyMs: number | ((answer: Data) => number | false),
): number | ((query: { readonly state: { readonly data: Data | undefined } }) => number | false) {
  if (typeof everyMs === 'number') return everyMs;
  return ({ state: { data } }) => (data === undefined ? false : everyMs(data));
}

/** What to do when something was changed. */
export interface ChangeOptions<Id extends OperationId> {
  /** The operations whose answers may be others now. */
  readonly changes: readonly OperationId[];
  /** What to tell the person; null = nothing. */
  readonly say: (answer: Answer<Id>) => string | null;
  readonly after?: (answer: Answer<Id>) => void;
}

/** Changes something at the daemon, then asks again for what that changed. A refusal is told to the person. */
export function useChange<Id extends OperationId>(
  id: Id,
  { changes, say, after }: ChangeOptions<Id>,
): UseMutationResult<Answer<Id>, Error, Sent<Id>> {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation<Answer<Id>, Error, Sent<Id>>({
    mutationFn: (sent) => call(id, sent),
    onSuccess: async (answer) => {
      const text = say(answer);
      if (text !== null) notify({ tone: 'good', text });
      after?.(answer);
      await Promise.all(changes.map((name) => client.invalidateQueries({ queryKey: [name] })));
    },
    onError: (error) => notify({ tone: 'bad', text: error.message }),
  });
}
