//! The real tauri-plugin-updater in an app without windows, on Tauri's mock runtime: it looks for an update and, where
//! there is one, downloads, verifies and installs it.

use serde_json::json;
use slipway_clients::{Asked, Told, tell};
use std::error::Error;
use tauri::test::{MockRuntime, mock_builder, mock_context, noop_assets};
use tauri_plugin_updater::UpdaterExt;

fn open(asked: &Asked) -> Result<tauri::App<MockRuntime>, Box<dyn Error>> {
    let mut context = mock_context(noop_assets());
    context.package_info_mut().version = asked.text("version").parse()?;
    let config = json!({
        "endpoints": [asked.text("url")],
        "pubkey": asked.text("publicKey"),
        "dangerousInsecureTransportProtocol": true,
        "requireSignedVersion": true,
    });
    context.config_mut().plugins.0.insert("updater".into(), config);
    let updater = tauri_plugin_updater::Builder::new().build();
    Ok(mock_builder().plugin(updater).build(context)?)
}

fn update(asked: &Asked, told: &mut Told) -> Result<(), Box<dyn Error>> {
    let app = open(asked)?;
    let updater = app.updater_builder().executable_path(asked.text("executable")).build()?;
    tauri::async_runtime::block_on(async {
        let Some(update) = updater.check().await? else { return Ok(()) };
        told.update = Some(json!({ "version": update.version, "notes": update.body }));
        update.download_and_install(|_, _| {}, || {}).await?;
        Ok(())
    })
}

fn main() {
    tell(update);
}
