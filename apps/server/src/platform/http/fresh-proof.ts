import { timingSafeEqual } from 'node:crypto';
import { PROOF_HEADER } from '@vigia/contract';
import { type Clock, type EpochMs, epochMs } from '@vigia/core/kernel';
import type { FastifyRequest } from 'fastify';
import type { KeyedHash } from '../crypto/keyed-hash.ts';
import { ApiError } from './api-error.ts';
import type { App } from './app-type.ts';
import { PROOF_NOTES } from './fresh-proof.es.ts';
import type { Principal } from './principal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns true if the request contains a re-authentication proof of the session's user. */
    isProved(request: FastifyRequest): boolean;
  }
  interface FastifyContextConfig {
    /**
     * The route needs a re-authentication proof that the user in person makes the request: `always`, if the function
     * returns true, or `own`: the route accepts further proofs, such as a password in its body, and checks them itself.
     */
    freshProof?: 'always' | 'own' | ((request: FastifyRequest) => boolean | Promise<boolean>);
  }
}

const PROOF_LIFE_MS = 5 * 60_000;
const PURPOSE = 'fresh-proof/v1';

/** The session that a proof belongs to. */
export type ProofOwner = Pick<Principal, 'userId' | 'sessionId'>;

/** Signs proofs that the user in person, and not only their session, makes a request. A check needs no database. */
export interface FreshProofs {
  /** Creates a proof. Call it only after the user has proved their identity. */
  issue(owner: ProofOwner): { readonly proof: string; readonly expiresMs: EpochMs };
  isValid(owner: ProofOwner, proof: string): boolean;
}

/** @param keyedHash hash under a key of the installation, which all processes share */
export function createFreshProofs(keyedHash: KeyedHash, clock: Pick<Clock, 'now'>): FreshProofs {
  const sealOf = ({ userId, sessionId }: ProofOwner, expiresMs: number) =>
    keyedHash(PURPOSE, `${userId}|${sessionId}|${expiresMs}`);
  return {
    issue(owner) {
      const expiresMs = epochMs(clock.now() + PROOF_LIFE_MS);
      return { proof: `${expiresMs}.${sealOf(owner, expiresMs).toString('base64url')}`, expiresMs };
    },
    isValid(owner, proof) {
      const [, time = '', seal = ''] = /^(\d{1,16})\.([\w-]{43})$/.exec(proof) ?? [];
      const expiresMs = Number(time);
      const leftMs = expiresMs - clock.now();
      // A remaining time above the whole lifetime means that the clock was set back.
      if (!(leftMs > 0 && leftMs <= PROOF_LIFE_MS)) return false;
      const shown = Buffer.from(seal, 'base64url');
      const expected = sealOf(owner, expiresMs);
      return shown.length === expected.length && timingSafeEqual(shown, expected);
    },
  };
}

/**
 * Refuses requests without a re-authentication proof on the routes that need one, with 403 `proof_needed`. Anonymous
 * users need no proof. A bot token cannot give a proof. Its scopes decide instead, and its owner gave a proof for these
 * scopes.
 * @param proofs with null, no proof is valid
 */
export function addFreshProofs(app: App, proofs: FreshProofs | null): void {
  const isProved = (request: FastifyRequest): boolean => {
    const proof = request.headers[PROOF_HEADER];
    return typeof proof === 'string' && proofs !== null && proofs.isValid(request.principal, proof);
  };
  app.decorate('isProved', isProved);
  const requireProof = async (request: FastifyRequest): Promise<void> => {
    const { freshProof } = request.routeOptions.config;
    const { isAnonymous, scopes } = request.principal;
    if (isAnonymous || scopes !== null || isProved(request)) return;
    const isNeeded = typeof freshProof === 'function' ? await freshProof(request) : freshProof === 'always';
    if (isNeeded) throw new ApiError('proof_needed');
  };
  // This is a preHandler, because some routes need a proof only for some bodies.
  app.addHook('onRoute', (route) => {
    const { freshProof } = route.config ?? {};
    if (freshProof === undefined) return;
    const note = PROOF_NOTES[typeof freshProof === 'function' ? 'some' : freshProof];
    route.schema = { ...route.schema, description: [route.schema?.description ?? [], note].flat().join(' ') };
    if (freshProof === 'own') return;
    route.preHandler = [...[route.preHandler ?? []].flat(), requireProof];
  });
}
