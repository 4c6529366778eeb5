import { describeProblem } from '../data/problem-messages.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { shortenId } from './format.ts';
import { Icon } from './icon.tsx';

/** Shows what is wrong, how to fix it, and details for the administrator. Retry shows only if it can help. */
export const ProblemBox = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => {
  if (error === undefined) return null;
  const { message, remedy, code, requestId, canRetry } = describeProblem(error);
  // A missing scope is not an error of the screen.
  if (onRetry !== undefined && code === 'scope-missing')
    return (
      <div class="empty" role="alert">
        <p>
          <strong>You don’t have access</strong>
        </p>
        <p>
          {message} {remedy}
        </p>
      </div>
    );
  return (
    <div class="problem" role="alert">
      <Icon name="warn" />
      <div>
        <p>
          <strong>{message}</strong> {remedy}
        </p>
        {code !== undefined && (
          <p class="small">
            Error <CopyButton text={code} />
            {requestId !== undefined && (
              <>
                {' '}
                · Request ID <CopyButton text={requestId} label={shortenId(requestId)} />
              </>
            )}
          </p>
        )}
        {onRetry !== undefined && canRetry && <Button onPress={onRetry}>Retry</Button>}
      </div>
    </div>
  );
};
