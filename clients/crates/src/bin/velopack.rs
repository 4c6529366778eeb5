//! The real Velopack as an app has it: it looks for an update and, where there is one, downloads and verifies it, by
//! deltas where it is shown any.

use serde_json::json;
use slipway_clients::{Asked, Told, tell};
use std::path::PathBuf;
use velopack::locator::VelopackLocatorConfig;
use velopack::sources::HttpSource;
use velopack::{Error, UpdateCheck, UpdateManager, UpdateOptions};

/// What is installed, in the words of Velopack's own tools.
fn locate(root: PathBuf) -> VelopackLocatorConfig {
    VelopackLocatorConfig {
        UpdateExePath: root.join("UpdateNix"),
        PackagesDir: root.join("packages"),
        ManifestPath: root.join("sq.version"),
        CurrentBinaryDir: root.clone(),
        RootAppDir: root,
        IsPortable: false,
    }
}

fn update(asked: &Asked, told: &mut Told) -> Result<(), Error> {
    let source = HttpSource::new(asked.text("url"));
    let options = UpdateOptions {
        ExplicitChannel: Some(asked.text("name").to_owned()),
        ..UpdateOptions::default()
    };
    let manager = UpdateManager::new(source, Some(options), Some(locate(asked.text("root").into())))?;
    let UpdateCheck::UpdateAvailable(update) = manager.check_for_updates()? else { return Ok(()) };
    let target = &update.TargetFullRelease;
    let deltas: Vec<&str> = update.DeltasToTarget.iter().map(|delta| delta.FileName.as_str()).collect();
    told.update = Some(json!({ "version": target.Version, "fileName": target.FileName, "deltas": deltas }));
    manager.download_updates(&update, None)
}

fn main() {
    tell(update);
}
