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

interface Shape {
  /** `integer`, `string or null`, `Fight[]`. */
  type: string;
  values: string[];
  fields: Field[];
  description?: string | undefined;
}

/** Reads schemas of a document; a schema inside itself is named and not repeated. */
function createReader({ schemas }: Components) {
  function shapeOf(schema: JsonSchema, within: readonly string[]): Shape {
    if (isReference(schema)) {
      const name = schema.$ref.split('/').at(-1) as string;
      const target = schemas[name];
      if (!target) throw new Error(`the document has no schema "${name}", which ${schema.$ref} names`);
      if (within.includes(name)) return { type: name, values: [], fields: [] };
      const shape = shapeOf(target, [...within, name]);
      return { ...shape, type: shape.fields.length > 0 ? name : shape.type };
    }
    const description = schema.description as string | undefined;
    const choices = [...listOf(schema.anyOf), ...(schema.properties ? [] : listOf(schema.oneOf))];
    if (choices.length > 0) {
      const shapes = choices.map((choice) => shapeOf(choice, within));
      return {
        type: [...new Set(shapes.map(({ type }) => type))].join(' or '),
        values: shapes.flatMap(({ values }) => values),
        fields: shapes.flatMap(({ fields }) => fields),
        description,
      };
    }
    if (schema.items) {
      const { type, values, fields } = shapeOf(schema.items as JsonSchema, within);
      return { type: type.includes(' ') ? `(${type})[]` : `${type}[]`, values, fields, description };
    }
    const enumerated = (schema.enum ?? ('const' in schema ? [schema.const] : [])) as unknown[];
    return {
      type: typesOf(schema)
        .map((type) => (type === 'integer' ? type + rangeOf(schema) : type))
        .join(' or '),
      values: enumerated.map(String),
      fields: fieldsOf(schema, within),
      description,
    };
  }

  function fieldsOf(
    { properties = {}, required = [], patternProperties }: JsonSchema,
    within: readonly string[],
  ): Field[] {
    const [byKey] = Object.values((patternProperties ?? {}) as Record<string, JsonSchema>);
    const named = Object.entries(properties as Record<string, JsonSchema>);
    return [...named, ...(byKey ? [['*', byKey] as const] : [])].map(([name, schema]) =>
      toField(name, schema, (required as string[]).includes(name), within),
    );
  }

  function toField(name: string, schema: JsonSchema, isRequired: boolean, within: readonly string[] = []): Field {
    const { type, values, fields, description } = shapeOf(schema, within);
    return {
      name,
      type,
      required: isRequired || undefined,
      description,
      values: values.length > 0 ? values : undefined,
      fields: fields.length > 0 ? fields : undefined,
    };
  }

  return { toField, shapeOf };
}

interface ParameterObject {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description: string;
  schema: JsonSchema;
}

/** The parameters of an operation, the fields of its body, and those of its reply. @throws {Error} for a lost reference. */
export function fieldsOf({ components }: OpenApiDocument, operation: OperationObject): OperationFields {
  const { toField, shapeOf } = createReader(components);
  const parameters = (operation.parameters ?? []).map(({ $ref }) => {
    const key = $ref.split('/').at(-1) as string;
    const { name, schema, required = false, in: place, description } = components.parameters[key] as ParameterObject;
    return { ...toField(name, { ...schema, description }, required), place };
  });
  const success = operation.responses['200'];
  const ofReply = success && !isReference(success) ? success.content?.['application/json']?.schema : undefined;
  const ofBody = operation.requestBody?.content['application/json']?.schema;
  return {
    parameters,
    body: ofBody ? shapeOf(ofBody, []).fields : [],
    reply: ofReply ? shapeOf(ofReply, []).fields : [],
    replyType: ofReply ? shapeOf(ofReply, []).type : '',
  };
}
