import { DateTime, described, Filled, record } from './common.ts';
import { Type } from './type.ts';

const fault = described(Filled, 'What it must be, in the language of the family.');

export const BodyError = record('BodyError', 'A value in the body that does not fit.', {
  pointer: described(Type.String({ pattern: '^#' }), 'JSON Pointer as a fragment; `#` is the whole body.'),
  detail: fault,
});

export const ParameterError = record('ParameterError', 'A parameter that does not fit.', {
  parameter: described(Filled, 'Name of a path or query parameter.'),
  detail: fault,
});

/** RFC 9457. Open: further members may follow later. */
export const ProblemDetails = Type.Object(
  {
    type: described(
      Type.String({ pattern: '^urn:problem-type:[a-z]+(-[a-z]+)*$' }),
      'What kind of problem this is; the only member to tell problems apart by.',
    ),
    title: described(Filled, 'Name of the kind of problem, in the language of the family.'),
    status: described(Type.Integer({ minimum: 400, maximum: 599 }), 'The HTTP status.'),
    detail: described(Filled, 'What went wrong this time, in the language of the family.'),
    instance: described(Filled, 'Path of the request.'),
    errors: Type.Optional(
      described(
        Type.Array(Type.Union([BodyError, ParameterError]), { minItems: 1 }),
        'With 400 and 422: each value that does not fit.',
      ),
    ),
    closed_at: Type.Optional(described(DateTime, 'With voting-closed and scoring-closed: since when.')),
    opens_at: Type.Optional(
      described(Type.Null(), 'With voting-closed and scoring-closed: the round has not opened, and nobody knows when.'),
    ),
    sequence: Type.Optional(described(Type.Integer({ minimum: 1 }), 'With sequence-conflict: the number stored.')),
  },
  { $id: 'ProblemDetails', description: 'A problem (RFC 9457).', additionalProperties: true },
);
