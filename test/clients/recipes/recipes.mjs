import { claudeCode } from './claude-code.mjs';
import { codex } from './codex.mjs';
import { copilotCli } from './copilot-cli.mjs';
import { geminiCli } from './gemini-cli.mjs';
import { opencode } from './opencode.mjs';

/** Every client that runs offline, the cheapest to install first. */
export const RECIPES = [claudeCode, codex, geminiCli, copilotCli, opencode];
