<?php

declare(strict_types=1);

namespace OCA\Paraph\Service;

use OCA\Paraph\Db\SigningRequest;
use OCP\Files\File;
use OCP\Files\Folder;
use OCP\Files\IRootFolder;

/** Writes a signed file beside its original, wherever that was moved to, and never over another file. */
final class SignedFile
{
    public function __construct(private readonly IRootFolder $root)
    {
    }

    /**
     * @return array{File, bool} whether it lies beside the original; else it is in the sender's own folder
     * @throws \Exception whatever the storage throws
     */
    public function store(SigningRequest $request, string $pdf): array
    {
        $home = $this->root->getUserFolder($request->getSender());
        $folder = $this->folderOfOriginal($home, $request->getFileId());
        $name = pathinfo($request->getFileName(), PATHINFO_FILENAME) . '.signed.pdf';
        $target = $folder ?? $home;

        return [$this->findSame($target, $name, $pdf) ?? $this->write($target, $name, $pdf), $folder !== null];
    }

    /** Null where it was deleted, or lies where the sender may not write. */
    private function folderOfOriginal(Folder $home, int $fileId): ?Folder
    {
        foreach ($home->getById($fileId) as $original) {
            $folder = $original->getParent();
            if ($folder instanceof Folder && $folder->isCreatable()) {
                return $folder;
            }
        }

        return null;
    }

    /** What an interrupted run has written. */
    private function findSame(Folder $folder, string $name, string $pdf): ?File
    {
        $there = $folder->nodeExists($name) ? $folder->get($name) : null;

        return $there instanceof File && $there->getContent() === $pdf ? $there : null;
    }

    private function write(Folder $folder, string $name, string $pdf): File
    {
        $file = $folder->newFile($folder->getNonExistingName($name));
        try {
            $file->putContent($pdf);
        } catch (\Exception $error) {
            // Half a file would look like the signed one.
            $file->delete();
            throw $error;
        }

        return $file;
    }
}
