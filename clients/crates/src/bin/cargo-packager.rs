//! The real cargo-packager-updater as an app has it: it looks for an update and, where there is one, downloads, verifies
//! and installs it.

use cargo_packager_updater::{Config, UpdaterBuilder, semver::Version, url::Url};
use serde_json::json;
use slipway_clients::{Asked, Told, tell};
use std::error::Error;

fn update(asked: &Asked, told: &mut Told) -> Result<(), Box<dyn Error>> {
    let config = Config {
        endpoints: vec![Url::parse(asked.text("url"))?],
        pubkey: asked.text("publicKey").to_owned(),
        ..Config::default()
    };
    let updater = UpdaterBuilder::new(Version::parse(asked.text("version"))?, config)
        .executable_path(asked.text("executable"))
        .build()?;
    let Some(update) = updater.check()? else { return Ok(()) };
    told.update = Some(json!({ "version": update.version, "notes": update.body }));
    update.install(update.download()?)?;
    Ok(())
}

fn main() {
    tell(update);
}
