import type { CaptureEvent } from '@inkling/engine/capture';
import { isRecord, recordAt, textOf } from '../../base/record.ts';
import { contentText, createToolCalls, type ToolCalls, type TranscriptReader } from './transcript.ts';

/** Reads a session of Copilot CLI: `~/.copilot/session-state/<session>/events.jsonl`. */
export function createCopilotReader(): TranscriptReader {
  const calls = createToolCalls();
  const events: CaptureEvent[] = [];
  let [sessionId, directory, endedAt] = ['', '', ''];
  return {
    accept(record) {
      // What a sub-agent heard and said stands between what the agent did; `parentToolCallId` marked it before `agentId` did.
      const data = recordAt(record, 'data');
      if (!isRecord(record) || record['agentId'] || data['parentToolCallId']) return;
      const at = textOf(record['timestamp']);
      endedAt = at || endedAt;
      sessionId ||= textOf(data['sessionId']);
      directory ||= textOf(recordAt(data, 'context')['cwd']);
      events.push(...eventsOf(calls, textOf(record['type']), data, at));
    },
    finish: () => ({ sessionId, directory: directory || null, title: '', events, endedAt: endedAt || null }),
  };
}

function eventsOf(calls: ToolCalls, type: string, data: Record<string, unknown>, at: string): CaptureEvent[] {
  const text = contentText(data['content']);
  const id = textOf(data['toolCallId']);
  if (type === 'tool.execution_start') calls.called(id, textOf(data['toolName']), data['arguments']);
  if (type === 'tool.execution_complete') {
    const output = contentText(recordAt(data, 'result')['content']) || textOf(recordAt(data, 'error')['message']);
    // A command that failed is a call that succeeded: its exit code stands at the end.
    const code = /exited with exit code (\d+)>?\s*$/u.exec(output)?.[1];
    return calls.answered(id, { at, output, succeeded: data['success'] !== false && (code ?? '0') === '0' });
  }
  if (text.trim() === '') return [];
  // Texts of skills and of other agents come as messages of the user, with their source.
  const isTyped = !textOf(data['source']) || data['source'] === 'user';
  if (type === 'user.message' && isTyped) return [{ type: 'prompt', text, at, seq: null }];
  return type === 'assistant.message' ? [{ type: 'answer', text, at, seq: null }] : [];
}
