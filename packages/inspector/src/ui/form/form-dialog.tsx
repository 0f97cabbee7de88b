import { Dialog } from '@base-ui/react/dialog';
import { useState, type ReactNode } from 'react';
import { Button, type ButtonKind } from './button.tsx';

export interface FormDialogProps {
  readonly trigger: ReactNode;
  readonly triggerKind?: ButtonKind;
  readonly icon?: ReactNode;
  readonly small?: boolean;
  readonly title: string;
  readonly about?: ReactNode;
  readonly verb: string;
  readonly children: ReactNode;
  /** Reads the form; the dialog closes. */
  readonly onSubmit: (form: FormData) => void;
}

/** A form over the page, for what is too rare for a place of its own. */
export function FormDialog({ triggerKind = 'plain', ...props }: FormDialogProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger render={<Button kind={triggerKind} icon={props.icon} small={props.small ?? false} />}>
        {props.trigger}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">{props.title}</Dialog.Title>
          {props.about ? <Dialog.Description className="dialog-text">{props.about}</Dialog.Description> : null}
          <form
            className="dialog-form"
            onSubmit={(event) => {
              event.preventDefault();
              props.onSubmit(new FormData(event.currentTarget));
              setOpen(false);
            }}
          >
            {props.children}
            <div className="dialog-actions">
              <Dialog.Close render={<Button />}>Cancel</Dialog.Close>
              <Button kind="primary" type="submit">
                {props.verb}
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
