import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** A step of a new release; a finished one is a line, with a button that opens it again. */
export const StepCard = ({
  title,
  isDone,
  summary,
  action,
  children,
}: {
  title: string;
  isDone: boolean;
  summary: ComponentChildren;
  /** What opening it is for. */
  action: string;
  children: ComponentChildren;
}) => {
  const [isReopened, setReopened] = useState(false);
  useEffect(() => {
    if (!isDone) setReopened(false);
  }, [isDone]);
  return (
    <Card
      title={title}
      note={isDone ? summary : undefined}
      aside={
        isDone && (
          <Button kind="quiet" onPress={() => setReopened(!isReopened)}>
            {isReopened ? 'Close' : action}
            <span class="off-screen"> {title.toLowerCase()}</span>
          </Button>
        )
      }
    >
      {(!isDone || isReopened) && children}
    </Card>
  );
};
