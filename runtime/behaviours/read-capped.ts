/** Reads the body of a response or a request up to a limit. */

/** The text; nothing when it has more than `most` bytes, and then the rest is not read. */
export async function readCapped({ body }: Pick<Response, 'body'>, most: number): Promise<string | undefined> {
  if (body === null) return '';
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (bytes > most) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
