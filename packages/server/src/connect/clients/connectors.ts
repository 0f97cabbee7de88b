import { claudeCodeConnector } from './claude-code.ts';
import { codexConnector } from './codex.ts';
import type { Connector } from './connector.ts';
import { copilotCliConnector } from './copilot-cli.ts';
import { cursorConnector } from './cursor.ts';
import { geminiCliConnector } from './gemini-cli.ts';
import { opencodeConnector } from './opencode.ts';

/** The clients that `inkling init` connects. A new client is one line here. */
export const CONNECTORS: readonly Connector[] = [
  claudeCodeConnector,
  codexConnector,
  geminiCliConnector,
  opencodeConnector,
  cursorConnector,
  copilotCliConnector,
];
