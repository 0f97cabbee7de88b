export { readExchange } from './memory/talk/exchange.ts';
export { givenLines, repeatsGiven, type CaptureResult, type OrgCapture } from './engine/handle/org-capture.ts';
export {
  DEFAULT_EXTRACTION_CAPS,
  type ExtractionOptions,
  type ExtractionOutcome,
  type ExtractionReport,
} from './engine/wire/extraction-options.ts';
export { toolCallActivities, toolCallEvents, type ToolCallEnd } from './engine/sessions/tool-call-events.ts';
export type {
  AnswerEvent,
  CaptureEvent,
  CommandEvent,
  EditEvent,
  PromptEvent,
} from './features/capture/capture-event.ts';
export { captureExchanges, type CapturedExchange } from './features/capture/capture-exchanges.ts';
export { captureStatements } from './features/capture/summarize-session.ts';
export type { CaptureDetector, CapturedStatement } from './features/capture/captured-statement.ts';
export { createOpenAiExtractor, type OpenAiExtractorOptions } from './features/capture/openai-extractor.ts';
export type { ExtractorAnswer, StatementExtractor } from './features/capture/statement-extractor.ts';
export type { SessionFrame } from './features/capture/summarize-session.ts';
export type { ExtractionCaps, ExtractionUsage } from './memory/extraction/extraction-ledger.ts';
export { secretKind } from './memory/observations/redact/secret-patterns.ts';
export { redactSecrets, type Redaction } from './memory/observations/redact/redact-secrets.ts';
export type { Amendment, NewAmendment } from './memory/observations/write/amendments.ts';
export type { AmendmentStore } from './memory/observations/observation-store.ts';
export type { LineVoice, TalkLine } from './memory/talk/deciding-lines.ts';
export type { RecalledTalk } from './recall/memory-store.ts';
export { detectInjection } from './memory/observations/steering/detect-injection.ts';
