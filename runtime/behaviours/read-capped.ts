/** Reads the body of a response or a request up to a limit. */

/** The text; nothing when it has more than `most` bytes, and then the rest is not read. */
export async function readCapped({ body }: Pick<Response, 'body'>, most: number): Promise<string | undefined> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (bytes > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
