/*
 * The signed version of a signature, and whether clients accept it for the announced one, by Tauri's rule
 * (`verify_signed_version` of tauri-plugin-updater). All implementations are tested with this table.
 */

export interface SignedVersionCase {
  /** The trusted comment. */
  comment: string;
  announced: string;
  outcome: 'same' | 'other' | 'none';
}

const stamped = (...fields: string[]): string => ['timestamp:1700000000', ...fields].join('\t');

export const signedVersionCases: readonly SignedVersionCase[] = (
  [
    [stamped('file:app.bin', 'version:1.2.3'), '1.2.3', 'same'],
    [stamped('version:1.2.3'), 'v1.2.3', 'same'],
    [stamped('version:v1.2.3'), '1.2.3', 'same'],
    [stamped('version:vvv1.2.3'), 'v1.2.3', 'same'],
    [stamped('version:1.2.3+5'), 'v1.2.3+5', 'same'],
    [stamped('version:1.2.3-rc.1'), '1.2.3-rc.1', 'same'],
    [stamped('version:1.2.3+5'), '1.2.3', 'other'],
    [stamped('version:1.2.3'), '1.2.3+5', 'other'],
    [stamped('version:1.2.3+5'), '1.2.3+05', 'other'],
    [stamped('version:1.2.3-rc.1'), '1.2.3', 'other'],
    [stamped('version:1.2.3'), '1.2.4', 'other'],
    // The first of two counts, and only the start of a field names one.
    [stamped('version:1.2.3', 'version:9.9.9'), '1.2.3', 'same'],
    [stamped('version:9.9.9', 'version:1.2.3'), '1.2.3', 'other'],
    [stamped('file:app-version:9.9.9.zip'), '1.2.3', 'none'],
    [stamped('file:a version:9.9.9'), '1.2.3', 'none'],
    [stamped(' version:9.9.9'), '1.2.3', 'none'],
    [stamped('Version:9.9.9'), '1.2.3', 'none'],
    ['', '1.2.3', 'none'],
    ['version:1.2.3', '1.2.3', 'same'],
    [stamped('version:'), '1.2.3', 'other'],
    [stamped('version: 1.2.3'), '1.2.3', 'other'],
    // Text that is not SemVer is compared literally, including its v.
    [stamped('version:2024-01-01'), '2024-01-01', 'same'],
    [stamped('version:2024-01-01'), '2024-01-02', 'other'],
    [stamped('version:v1.2'), 'v1.2', 'same'],
    [stamped('version:v1.2'), '1.2', 'other'],
    [stamped('version:V1.2.3'), '1.2.3', 'other'],
    [stamped('version:1.2.3'), '01.2.3', 'other'],
    [stamped('version:18446744073709551616.0.0'), 'v18446744073709551616.0.0', 'other'],
    [stamped('version:18446744073709551615.0.0'), 'v18446744073709551615.0.0', 'same'],
  ] as const
).map(([comment, announced, outcome]) => ({ comment, announced, outcome }));
