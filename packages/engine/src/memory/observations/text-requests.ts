import { type ErrorParts, partsOfError, InklingError } from '../../base/errors.ts';
import { type ObservationDraft, type PreparedText, prepareText, type Tokenize } from './prepare-observation.ts';
import { redactTexts } from './redact-texts.ts';

/** What can be asked about texts that are to be stored. */
export type TextRequest =
  | { readonly kind: 'prepare'; readonly drafts: readonly ObservationDraft[] }
  | { readonly kind: 'redact'; readonly texts: readonly string[] };

/** What a request of each kind is answered with. */
export interface TextAnswers {
  /** One for each draft: what its text gives, or why it cannot be stored. */
  readonly prepare: readonly (PreparedText | ErrorParts)[];
  /** By what each text was, those that held a secret. */
  readonly redact: ReadonlyMap<string, string>;
}

export type TextAnswer = TextAnswers[TextRequest['kind']];

/** Does the work, wherever it is called: 0.1 ms for a short statement, so not on a thread that keeps deadlines. */
export async function answerTextRequest(request: TextRequest, tokenize: Tokenize): Promise<TextAnswer> {
  if (request.kind === 'redact') return (await redactTexts(request.texts)).replaced;
  const answers: (PreparedText | ErrorParts)[] = [];
  for (const draft of request.drafts) answers.push(await prepareOne(draft, tokenize));
  return answers;
}

async function prepareOne(draft: ObservationDraft, tokenize: Tokenize): Promise<PreparedText | ErrorParts> {
  try {
    return await prepareText(draft, tokenize);
  } catch (error) {
    if (InklingError.isInstance(error)) return partsOfError(error);
    throw error;
  }
}
