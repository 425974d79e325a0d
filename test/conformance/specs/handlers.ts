/** What the fixture tools of the official conformance suite answer: the texts and contents that it asks for. */
import type { Call, Content, ContentBlock, ToolFailure } from '@haft/runtime';

/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

/** A sound file without sound. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

const text = (words: string): ContentBlock => ({ type: 'text', text: words });
const image: ContentBlock = { type: 'image', data: PNG, mimeType: 'image/png' };
const resource = (uri: string, mimeType: string, words: string): ContentBlock => {
  return { type: 'resource', resource: { uri, mimeType, text: words } };
};

export const testSimpleText = (_args: object, call: Call): Content =>
  call.content([text('This is a simple text response for testing.')]);

export const testImageContent = (_args: object, call: Call): Content => call.content([image]);

export const testAudioContent = (_args: object, call: Call): Content =>
  call.content([{ type: 'audio', data: WAV, mimeType: 'audio/wav' }]);

export const testEmbeddedResource = (_args: object, call: Call): Content =>
  call.content([resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')]);

export const testMultipleContentTypes = (_args: object, call: Call): Content =>
  call.content([
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ]);

export const testErrorHandling = (_args: object, call: Call): ToolFailure =>
  call.fail('This tool intentionally returns an error for testing.', 'There is nothing to correct.');

export async function testToolWithProgress(_args: object, call: Call): Promise<{ steps: number }> {
  for (const done of [0, 50, 100]) {
    call.progress(done, 100, `Completed step ${done} of 100`);
    // The suite wants to see steps, not one heap of them.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { steps: 3 };
}

/** What a tool logs goes to standard error, never to the client. */
export function testLoggingTool(_args: object, call: Call): { logged: boolean } {
  call.log('a line of the log');
  return { logged: true };
}

/** The suite looks at the header only. */
export const testMirroredHeader = ({ region }: { readonly region: string }): { region: string } => ({ region });

/** The suite looks at the schema only. */
export const jsonSchema202012Tool = (): { read: boolean } => ({ read: true });

export const testTemplateData = ({ id }: { readonly id: string }): Record<string, unknown> => {
  return { id, templateTest: true, data: `Data for ID: ${id}` };
};

const name = { fields: { name: { type: 'string' } } } as const;

export async function testInputRequiredResultElicitation(_args: object, call: Call): Promise<object> {
  const asked = await call.ask({ user_name: { message: 'What is your name?', ...name } });
  return 'error' in asked ? asked : call.content([text(`Hello, ${String(asked.answers.user_name['name'])}!`)]);
}

export async function testInputRequiredResultRequestState(_args: object, call: Call): Promise<object> {
  const confirm = { message: 'Please confirm', fields: { ok: { type: 'boolean' } } };
  const asked = await call.ask({ confirm }, { state: 'state-ok' });
  return 'error' in asked ? asked : call.content([text(String(asked.state))]);
}

export const testInputRequiredResultTamperedState = testInputRequiredResultRequestState;

export async function testInputRequiredResultMultiRound(_args: object, call: Call): Promise<object> {
  const first = await call.ask({ step1: { message: 'Step 1: What is your name?', ...name } }, { state: 1 });
  if ('error' in first) return first;
  const color = { message: 'Step 2: What is your favorite color?', fields: { color: { type: 'string' } } };
  const second = await call.ask({ step2: color }, { state: 2 });
  return 'error' in second ? second : call.content([text(JSON.stringify([first.answers, second.answers]))]);
}

export async function testElicitation({ message }: { readonly message: string }, call: Call): Promise<object> {
  const fields = {
    username: { type: 'string', description: "User's response" },
    email: { type: 'string', description: "User's email address" },
  };
  const asked = await call.ask({ user: { message, fields } });
  return 'error' in asked ? asked : call.content([text(`User response: ${JSON.stringify(asked.answers.user)}`)]);
}

export async function testElicitationSep1034Defaults(_args: object, call: Call): Promise<object> {
  const fields = {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  };
  const asked = await call.ask({ user: { message: 'Who are you?', fields, required: [] } });
  return 'error' in asked
    ? asked
    : call.content([text(`Elicitation completed: ${JSON.stringify(asked.answers.user)}`)]);
}

export async function testElicitationSep1330Enums(_args: object, call: Call): Promise<object> {
  const options = ['option1', 'option2', 'option3'];
  const titled = ['First', 'Second', 'Third'].map((title, at) => ({ const: `value${at + 1}`, title }));
  const fields = {
    untitledSingle: { type: 'string', enum: options },
    titledSingle: { type: 'string', oneOf: titled },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
    titledMulti: { type: 'array', items: { anyOf: titled } },
  };
  const asked = await call.ask({ user: { message: 'What do you choose?', fields, required: [] } });
  return 'error' in asked
    ? asked
    : call.content([text(`Elicitation completed: ${JSON.stringify(asked.answers.user)}`)]);
}
