import type { ObservationKind } from '../../memory/observations/observation.ts';

/** What found a statement. */
export type CaptureDetector =
  | 'explicit'
  | 'decision'
  | 'convention'
  | 'correction'
  | 'ruling'
  | 'answer'
  | 'confirmation'
  | 'recap'
  | 'error-fix'
  | 'pasted-error'
  | 'repeated-edit'
  | 'session-summary'
  | 'extractor';

/** Something that a session learned, before it is an observation. */
export interface CapturedStatement {
  readonly detector: CaptureDetector;
  readonly kind: ObservationKind;
  readonly content: string;
  /** Files that it is about; [] = none is named. */
  readonly paths: readonly string[];
  /** ISO-8601 UTC. When it was said or seen. */
  readonly at: string;
  /** The activity that it comes from; null = none, or several. */
  readonly seq: number | null;
  /** Of `extractor`: the service and the model that said so. */
  readonly modelId?: string;
  /** Of `extractor`: the activities that tell what it rests on. */
  readonly passages?: readonly number[];
}
