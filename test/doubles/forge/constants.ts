/** What the forge knows, for its own process and for tests. */
export const CLIENT = { id: 'forge-client', secret: 'forge secret/+&%' };
export const LOGIN = { user: 'ada', password: 'päss:word' };
/** The count of issues, in pages of 30 at most. */
export const ISSUES = 75;
/** A red pixel. */
export const PNG: string =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
