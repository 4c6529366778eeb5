import { tell } from '../words.ts';
import { Button } from './button.tsx';
import { Copyable } from './copyable.tsx';
import { Icon } from './icon.tsx';

/** What went wrong, if anything did, what to do about it, and what to tell the operator. */
export const ProblemBox = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => {
  if (error === undefined) return null;
  const { what, next, code, requestId } = tell(error);
  return (
    <div class="problem" role="alert">
      <Icon name="warn" />
      <div>
        <p>
          <strong>{what}</strong> {next}
        </p>
        <p class="small">
          {code !== undefined && <Copyable text={code} />}{' '}
          {requestId !== undefined && <Copyable text={requestId} />}
        </p>
        {onRetry !== undefined && <Button onPress={onRetry}>Retry</Button>}
      </div>
    </div>
  );
};
