/** Text of a source inside a template or a message of a spec: braces are literal. */

export function literal(text: string): string {
  return text.replaceAll(/[{}]/g, '$&$&');
}
