import { recordAt, recordsOf, textOf } from '../../base/record.ts';
import {
  eventAnswer,
  jsonAnswer,
  type JsonRecord,
  type ModelDialect,
  type ModelPart,
  type ModelReply,
  modelRole,
  OUTPUT_TOKENS,
  textOfContent,
} from '../model-dialect.ts';

const ASKING = /\/models\/([^/:]+):(?:streamG|g)enerateContent$/;

/** Gemini generateContent and streamGenerateContent: Gemini CLI. */
export const geminiContent: ModelDialect = {
  asks: (path) => ASKING.test(path),
  read: (body, path) => ({
    parts: [
      ...systemParts(recordAt(body['systemInstruction'])),
      ...recordsOf(body['contents']).flatMap((content, index) => contentParts(content, index)),
    ],
    tools: recordsOf(body['tools'])
      .flatMap((tool) => recordsOf(tool['functionDeclarations']))
      .map(({ name }) => textOf(name)),
    model: ASKING.exec(path)?.[1] ?? '',
    stream: path.endsWith(':streamGenerateContent'),
    wantsJson: recordAt(body['generationConfig'])['responseMimeType'] === 'application/json',
  }),
  write: (reply, { stream, model }) => {
    const content = { role: 'model', parts: [replyPart(reply)] };
    const answer = {
      candidates: [{ index: 0, content, finishReason: 'STOP' }],
      usageMetadata: usageOf(reply),
      modelVersion: model,
      responseId: reply.id,
    };
    return stream ? eventAnswer([answer]) : jsonAnswer(answer);
  },
};

const usageOf = ({ inputTokens }: ModelReply): JsonRecord => ({
  promptTokenCount: inputTokens,
  candidatesTokenCount: OUTPUT_TOKENS,
  totalTokenCount: inputTokens + OUTPUT_TOKENS,
});

function systemParts({ parts }: JsonRecord): ModelPart[] {
  const text = textOfContent(parts);
  return text === '' ? [] : [{ message: -1, role: 'system', kind: 'text', text }];
}

function contentParts(content: JsonRecord, message: number): ModelPart[] {
  const role = modelRole(content['role']);
  return recordsOf(content['parts']).map((part): ModelPart => {
    if (part['functionCall'] !== undefined) {
      const { name, args } = recordAt(part['functionCall']);
      return { message, role, kind: 'call', tool: textOf(name), text: JSON.stringify(args ?? {}) };
    }
    if (part['functionResponse'] !== undefined) {
      const { response } = recordAt(part['functionResponse']);
      return { message, role: 'tool', kind: 'result', text: resultText(response) };
    }
    return { message, role, kind: 'text', text: textOf(part['text']) };
  });
}

/** The tool's own text where it has one: JSON would escape its line ends, and a block could not be found in it. */
function resultText(response: unknown): string {
  const { output } = recordAt(response);
  return typeof output === 'string' ? output : JSON.stringify(response ?? {});
}

function replyPart(reply: ModelReply): JsonRecord {
  if (reply.kind === 'text') return { text: reply.text };
  return { functionCall: { id: `call_${reply.id}`, name: reply.call.tool, args: reply.call.input } };
}
