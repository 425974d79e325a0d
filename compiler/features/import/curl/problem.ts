/** Why a curl command does not become a tool. */
export interface CurlProblem {
  readonly kind: 'unreadable';
  readonly message: string;
  readonly hint: string;
}

export function problem(message: string, hint: string): CurlProblem {
  return { kind: 'unreadable', message, hint };
}
