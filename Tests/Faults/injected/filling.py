"""Small file systems that are filled up, and emptied again."""
import os
import subprocess


class Filling:
    """A tmpfs of so many bytes on a folder."""

    def __init__(self, folder, size):
        self.folder, self.size = folder, size
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=755", "scorebook-faults", str(folder)], check=True)

    @staticmethod
    def is_allowed(folder):
        """Whether this user may mount here."""
        words = ["mount", "-t", "tmpfs", "-o", "size=64k", "scorebook-faults", str(folder)]
        if subprocess.run(words, capture_output=True).returncode != 0:
            return False
        subprocess.run(["umount", str(folder)], check=True)
        return True

    @property
    def free(self):
        facts = os.statvfs(self.folder)
        return facts.f_bavail * facts.f_frsize

    def fill(self, leave):
        """Leaves so many bytes."""
        self.empty()
        ballast = self.folder / "ballast"
        wanted = self.free - leave
        if wanted <= 0:
            return
        with open(ballast, "wb") as file:
            try:
                os.posix_fallocate(file.fileno(), 0, wanted)
            except OSError:
                pass

    def empty(self):
        (self.folder / "ballast").unlink(missing_ok=True)

    def leave(self):
        subprocess.run(["umount", "--lazy", str(self.folder)], check=False, capture_output=True)
