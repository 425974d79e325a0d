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
