import { type DeclaredFacts, type RelatedFields, relatedFieldFaults } from './artifact-facts.ts';
import { containsPrivateKey } from './detect-private-key.ts';
import { type Fault, Refusal } from './errors.ts';

/* An artifact's declaration, before its upload (spec 2.4 and 4.2). */

export interface Declaration extends DeclaredFacts {
  channel?: string | undefined;
  version: string;
  target: string;
  format: string;
  sizeBytes: number;
  sha256: string;
  signature?: string | undefined;
  contentType?: string | undefined;
  /** The target of its main artifact. */
  companionOf?: string | undefined;
  /** Also requests a multipart upload. */
  parts?: boolean | undefined;
}

/** The members with rules that a schema cannot express. */
export interface DeclarationInput extends RelatedFields {
  sizeBytes?: number | undefined;
  signature?: string | undefined;
}

const tooLarge = (sizeBytes: number | undefined, maxArtifactBytes: number): Fault[] =>
  sizeBytes === undefined || sizeBytes <= maxArtifactBytes
    ? []
    : [{ pointer: '/size', code: 'too-large', detail: `size must be at most ${maxArtifactBytes}.` }];

const privateKey = (signature: string | undefined): Fault[] =>
  signature === undefined || !containsPrivateKey(signature)
    ? []
    : [
        {
          pointer: '/signature',
          code: 'private-key',
          detail:
            'signature contains a private key. It was not stored, but treat it as exposed: create a new key pair.',
        },
      ];

/** The size limit depends on the deployment, and a private key must never be stored. */
export const declarationFaults = (declared: DeclarationInput, maxArtifactBytes: number): Fault[] => [
  ...tooLarge(declared.sizeBytes, maxArtifactBytes),
  ...privateKey(declared.signature),
  ...relatedFieldFaults(declared),
];

export const requireValidDeclaration = (declared: DeclarationInput, maxArtifactBytes: number): void => {
  const faults = declarationFaults(declared, maxArtifactBytes);
  if (faults.length === 0) return;
  if (faults.some(({ code }) => code === 'private-key')) {
    throw new Refusal(
      'invalid-fields',
      'The signature field contains a private key. It was not stored.',
      faults,
    );
  }
  if (faults.some(({ code }) => code === 'too-large')) {
    const detail = `Artifacts can be at most ${maxArtifactBytes} bytes.`;
    throw new Refusal('artifact-too-large', detail, faults);
  }
  throw new Refusal('invalid-fields', 'The declaration is inconsistent; see `errors`.', faults);
};
