/** Parts of the language's shape that behaviors have in common. */
import { map, text } from '../shape/build.ts';
import { PARAMETER_NAME } from '../shape/names.ts';

export const VARIABLES = 'Variables: {parameter}, {env.NAME}, {env.NAME|fallback}; {{ and }} are literal braces.';

export const translateShape = map(
  'Maps values of a parameter (texts, numbers, true, false and null) to the values that the service or program expects; these may start with "-". A value that is not listed is sent unchanged.',
  map('From parameter value to sent value.', text('The text that is sent.')),
  PARAMETER_NAME,
);
