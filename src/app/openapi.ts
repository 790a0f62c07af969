import type { Call } from '#kit/wire.ts'
import { MayWaitReply } from '#approvals/contract.ts'
import { contract } from './contract.ts'
import { splitKey } from './routes.ts'

const ERRORS = {
  '401': 'Not signed in',
  '403': 'Not allowed',
  '404': 'Not found, or not yours',
  '409': 'Not possible in this state; with Retry-After: being changed right now',
  '422': 'Bad input',
  '429': 'Too many, with Retry-After',
  '503': 'The database is away, or it is not known whether this was done, with Retry-After',
}

/** The OpenAPI 3.1 document, made from the same contract that the server and the browser use. */
export function openApi(appUrl: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [key, call] of Object.entries<Call>(contract)) {
    const { method, path } = splitKey(key)
    const at = (paths[path.replace(/:(\w+)/g, '{$1}')] ??= {})
    at[method.toLowerCase()] = operation(key, call)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plumb',
      version: '1',
      description:
        'Amounts are decimal strings of US dollars, ids are UUIDs, times ISO 8601 in UTC. Every POST may carry an Idempotency-Key. An answer that names it stands, and is answered again to the same key; after any other answer, or none, send the same with the same key.',
    },
    servers: [{ url: appUrl }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['message'],
          properties: {
            message: { type: 'string' },
            errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
            step_up: {
              type: 'array',
              items: { enum: ['passkey', 'authenticator', 'recovery code'] },
              description: 'With 403: a second factor is to be proved anew (POST /api/step-up), by one of these',
            },
            factor_required: {
              const: true,
              description: 'With 403: a second factor has to be added first',
            },
          },
        },
      },
    },
    paths,
  }
}

function operation(key: string, call: Call): object {
  const error = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }
  return {
    operationId: key.replace(/[^a-z0-9]+/gi, '-').toLowerCase(),
    summary: call.summary,
    description: `For: ${call.who}${call.bothHalves ? ', with both halves of the session' : ''}${call.stepUp ? ', with a second factor proved within five minutes by whoever has one' : ''}.`,
    ...(call.who === 'anyone' ? {} : { security: [{ bearer: [] }] }),
    parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query')],
    ...(call.body === undefined ? {} : { requestBody: { content: { 'application/json': { schema: call.body } } } }),
    ...(call.raw === 'multipart'
      ? {
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: { type: 'object', properties: { image: { type: 'string', format: 'binary' } } },
              },
            },
          },
        }
      : {}),
    ...(call.raw === 'bytes' ? { requestBody: { content: { 'application/octet-stream': {} } } } : {}),
    responses: {
      [call.reply && 'type' in call.reply && call.reply.type === 'null' ? '204' : '200']: {
        description: 'Done',
        ...(call.raw === undefined || call.raw === 'multipart' || call.raw === 'bytes'
          ? { content: { 'application/json': { schema: call.reply } } }
          : {}),
        ...(call.raw === 'file' ? { content: { [mediaTypeOf(call)]: { schema: call.reply } } } : {}),
      },
      ...(call.reply === MayWaitReply
        ? {
            '202': {
              description: 'Waiting for a second administrator; nothing has changed yet',
              content: { 'application/json': { schema: call.reply } },
            },
          }
        : {}),
      ...(call.movesMoney === true
        ? { '503': { description: 'A clock is wrong and no money moves, with Retry-After', ...error } }
        : {}),
      ...(call.raw === 'multipart'
        ? { '408': { description: 'The file took longer than a minute to arrive', ...error } }
        : {}),
      ...Object.fromEntries(Object.entries(ERRORS).map(([status, description]) => [status, { description, ...error }])),
    },
  }
}

/** The media type of the file that a call answers. */
function mediaTypeOf({ reply }: Call): string {
  return 'contentMediaType' in reply ? String(reply.contentMediaType) : 'application/octet-stream'
}

function parameters(schema: Call['params'], place: 'path' | 'query'): object[] {
  if (schema === undefined) return []
  return Object.entries(schema.properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    schema: of,
  }))
}
