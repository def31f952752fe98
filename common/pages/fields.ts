import {
  isReference,
  type JsonSchema,
  type OpenApiDocument,
  type OperationObject,
} from '../../contracts/openapi/document.ts';
import type { Field, OperationFields } from './listing.ts';

type Components = OpenApiDocument['components'];

const listOf = (value: unknown) => (Array.isArray(value) ? (value as JsonSchema[]) : []);
const typesOf = ({ type }: JsonSchema) => [type ?? []].flat() as string[];

/** Of an id there is nothing to say. */
const rangeOf = ({ minimum, maximum }: JsonSchema) =>
  minimum === undefined || maximum === undefined || maximum === 2 ** 31 - 1 ? '' : ` ${minimum} to ${maximum}`;

/** `type` is `integer`, `string or null`, `Fight[]`. */
type Shape = Omit<Field, 'name' | 'required'>;

const unlessEmpty = <T>(list: T[]) => (list.length > 0 ? list : undefined);

/** Reads schemas of a document; a schema inside itself is named and not repeated. */
function createReader({ schemas }: Components) {
  function shapeOf(schema: JsonSchema, within: readonly string[] = []): Shape {
    if (isReference(schema)) {
      const name = schema.$ref.split('/').at(-1) as string;
      const target = schemas[name];
      if (!target) throw new Error(`the document has no schema "${name}", which ${schema.$ref} names`);
      if (within.includes(name)) return { type: name };
      const shape = shapeOf(target, [...within, name]);
      return { ...shape, type: shape.fields ? name : shape.type };
    }
    const description = schema.description as string | undefined;
    const choices = [...listOf(schema.anyOf), ...(schema.properties ? [] : listOf(schema.oneOf))];
    if (choices.length > 0) {
      const shapes = choices.map((choice) => shapeOf(choice, within));
      return {
        type: [...new Set(shapes.map(({ type }) => type))].join(' or '),
        description,
        values: unlessEmpty(shapes.flatMap(({ values = [] }) => values)),
        fields: unlessEmpty(shapes.flatMap(({ fields = [] }) => fields)),
      };
    }
    if (schema.items) {
      const { type, values, fields } = shapeOf(schema.items as JsonSchema, within);
      return { type: type.includes(' ') ? `(${type})[]` : `${type}[]`, description, values, fields };
    }
    const enumerated = (schema.enum ?? ('const' in schema ? [schema.const] : [])) as unknown[];
    return {
      type: typesOf(schema)
        .map((type) => (type === 'integer' ? type + rangeOf(schema) : type))
        .join(' or '),
      description,
      values: unlessEmpty(enumerated.map(String)),
      fields: unlessEmpty(membersOf(schema, within)),
    };
  }

  function membersOf(
    { properties = {}, required = [], patternProperties = {} }: JsonSchema,
    within: readonly string[],
  ) {
    const named = Object.entries(properties as Record<string, JsonSchema>);
    const byKey = Object.values(patternProperties as Record<string, JsonSchema>).slice(0, 1);
    return [...named, ...byKey.map((schema) => ['*', schema] as const)].map(([name, schema]): Field => {
      const isRequired = (required as string[]).includes(name);
      return { name, required: isRequired || undefined, ...shapeOf(schema, within) };
    });
  }

  return shapeOf;
}

interface ParameterObject {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: true;
  description: string;
  schema: JsonSchema;
}

/** The parameters of an operation, the fields of its body, and those of its reply. @throws {Error} for a lost reference. */
export function fieldsOf({ components }: OpenApiDocument, operation: OperationObject): OperationFields {
  const shapeOf = createReader(components);
  const parameters = (operation.parameters ?? []).map(({ $ref }) => {
    const key = $ref.split('/').at(-1) as string;
    const { name, schema, required, in: place, description } = components.parameters[key] as ParameterObject;
    return { name, required: required || undefined, ...shapeOf({ ...schema, description }), place };
  });
  const success = operation.responses['200'];
  const ofReply = success && !isReference(success) ? success.content?.['application/json']?.schema : undefined;
  const ofBody = operation.requestBody?.content['application/json']?.schema;
  const { type: replyType, fields: reply = [] } = ofReply ? shapeOf(ofReply) : { type: '' };
  return { parameters, body: (ofBody && shapeOf(ofBody).fields) ?? [], reply, replyType };
}
