export type { CaptureResult, OrgCapture } from './engine/org-capture.ts';
export { toolCallActivities } from './engine/tool-call-activities.ts';
export { toolCallEvents, type ToolCallEnd } from './engine/tool-call-events.ts';
export type { CaptureEvent, CommandEvent, EditEvent, PromptEvent } from './features/capture/capture-event.ts';
export { captureStatements } from './features/capture/capture-statements.ts';
export type { CaptureDetector, CapturedStatement } from './features/capture/captured-statement.ts';
export type { SessionFrame } from './features/capture/summarize-session.ts';
